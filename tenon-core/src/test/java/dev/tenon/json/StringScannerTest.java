package dev.tenon.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Eight bytes at a time find what one at a time does. */
class StringScannerTest {
    @Test
    void each_byte_at_each_place_is_plain_or_is_the_end() {
        for (int length = 0; length <= 24; length++) {
            byte[] bytes = new byte[length];
            for (int place = 0; place < length; place++) {
                for (int value = 0; value < 256; value++) {
                    Arrays.fill(bytes, (byte) 'x');
                    bytes[place] = (byte) value;
                    check(bytes, 0, length);
                }
            }
        }
    }

    @Test
    void of_several_ends_the_first_counts_wherever_one_begins_to_look() {
        Random random = new Random(5);
        byte[] alphabet = {
            '"', '\\', '\n', 0, 1, 31, ' ', '!', '#', 'x', '~', 127, (byte) 128, (byte) 129, (byte) 160, -1
        };
        byte[] bytes = new byte[40];
        for (int i = 0; i < 100_000; i++) {
            for (int place = 0; place < bytes.length; place++) {
                bytes[place] = random.nextInt(3) == 0 ? alphabet[random.nextInt(alphabet.length)] : (byte) 'x';
            }
            int from = random.nextInt(bytes.length);
            check(bytes, from, from + random.nextInt(bytes.length - from + 1));
        }
    }

    private static void check(byte[] bytes, int from, int to) {
        int end = from;
        while (end < to && bytes[end] != '"' && bytes[end] != '\\' && (bytes[end] & 0xFF) >= ' ') {
            end++;
        }
        if (StringScanner.findPlainEnd(bytes, from, to) != end) {
            assertThat(StringScanner.findPlainEnd(bytes, from, to))
                    .as("%s from %d to %d", Arrays.toString(bytes), from, to)
                    .isEqualTo(end);
        }
    }
}
