package dev.tenon.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Scanning eight bytes at a time agrees with scanning single bytes. */
class StringScannerTest {
    @Test
    void each_byte_at_each_position_is_classified() {
        for (int length = 0; length <= 24; length++) {
            byte[] bytes = new byte[length];
            for (int position = 0; position < length; position++) {
                for (int value = 0; value < 256; value++) {
                    Arrays.fill(bytes, (byte) 'x');
                    bytes[position] = (byte) value;
                    assertMatchesSingleByteScan(bytes, 0, length);
                }
            }
        }
    }

    @Test
    void the_first_special_byte_is_found_from_any_start() {
        Random random = new Random(5);
        byte[] alphabet = {
            '"', '\\', '\n', 0, 1, 31, ' ', '!', '#', 'x', '~', 127, (byte) 128, (byte) 129, (byte) 160, -1
        };
        byte[] bytes = new byte[40];
        for (int i = 0; i < 100_000; i++) {
            for (int position = 0; position < bytes.length; position++) {
                bytes[position] = random.nextInt(3) == 0 ? alphabet[random.nextInt(alphabet.length)] : (byte) 'x';
            }
            int from = random.nextInt(bytes.length);
            assertMatchesSingleByteScan(bytes, from, from + random.nextInt(bytes.length - from + 1));
        }
    }

    private static void assertMatchesSingleByteScan(byte[] bytes, int from, int to) {
        int end = from;
        while (end < to && bytes[end] != '"' && bytes[end] != '\\' && (bytes[end] & 0xFF) >= ' ') {
            end++;
        }
        if (StringScanner.findQuoteBackslashOrControl(bytes, from, to) != end) {
            assertThat(StringScanner.findQuoteBackslashOrControl(bytes, from, to))
                    .as("%s from %d to %d", Arrays.toString(bytes), from, to)
                    .isEqualTo(end);
        }
    }
}
