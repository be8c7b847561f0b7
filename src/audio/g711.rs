//! G.711 as lookup tables: one byte of mu-law or A-law to a sample (ITU-T G.711).

/// Mu-law byte to sample.
pub(super) const MU_LAW: [f32; 256] = table(true);

/// A-law byte to sample.
pub(super) const A_LAW: [f32; 256] = table(false);

const fn table(mu: bool) -> [f32; 256] {
    let mut table = [0.0; 256];
    let mut byte = 0;
    while byte < 256 {
        let sample = if mu {
            mu_law(byte as u8)
        } else {
            a_law(byte as u8)
        };
        table[byte] = sample as f32 / 32768.0;
        byte += 1;
    }
    table
}

const fn mu_law(byte: u8) -> i16 {
    let bits = !byte;
    let exponent = (bits >> 4) & 7;
    let mantissa = (bits & 15) as i16;
    let size = (((mantissa << 3) + 0x84) << exponent) - 0x84;
    if bits & 0x80 == 0 { size } else { -size }
}

const fn a_law(byte: u8) -> i16 {
    let bits = byte ^ 0x55;
    let exponent = (bits >> 4) & 7;
    let mantissa = (bits & 15) as i16;
    let size = match exponent {
        0 => (mantissa << 4) + 8,
        _ => ((mantissa << 4) + 0x108) << (exponent - 1),
    };
    if bits & 0x80 == 0 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the ITU-T G.711 tables, scaled to 16 bits as `sox` and `ffmpeg` do.
    #[test]
    fn the_tables_have_the_values_of_the_recommendation() {
        let mu = [
            (0x00, -32124),
            (0x80, 32124),
            (0xff, 0),
            (0x7f, 0),
            (0xfe, 8),
        ];
        for (byte, sample) in mu {
            assert_eq!(MU_LAW[byte] * 32768.0, sample as f32, "mu-law {byte:#04x}");
        }
        let a = [(0x55, -8), (0xd5, 8), (0x2a, -32256), (0xaa, 32256)];
        for (byte, sample) in a {
            assert_eq!(A_LAW[byte] * 32768.0, sample as f32, "A-law {byte:#04x}");
        }
    }
}
