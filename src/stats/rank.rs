//! Ranks, with the mean rank for values that are equal.

/// Twice the mid-rank of each value (whole numbers, so that sums of them are exact), in the order of `values`.
pub fn doubled(values: &[f64]) -> Vec<u64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0; values.len()];
    let mut start = 0;
    for run in order.chunk_by(|a, b| values[*a] == values[*b]) {
        // Ranks start + 1 … start + length: their mean, doubled, is the sum of the ends.
        let both_ends = (2 * start + 1 + run.len()) as u64;
        run.iter().for_each(|k| ranks[*k] = both_ends);
        start += run.len();
    }
    ranks
}

/// How many values are equal, for each distinct value.
pub fn ties(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
        .chunk_by(|a, b| a == b)
        .map(|run| run.len() as f64)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // 2 * scipy.stats.rankdata([3,1,4,1,5,9,2,6,5,3]); -0.0 equals 0.0
    #[test]
    fn agrees_with_scipy() {
        let x = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.0];
        assert_eq!(doubled(&x), [9, 3, 12, 3, 15, 20, 6, 18, 15, 9]);
        assert_eq!(doubled(&[0.0, 1.0, -0.0]), [3, 6, 3]);
        assert_eq!(ties(&x), [2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 1.0]);
    }
}
