package dev.tenon.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LineFeedTest {
    private final Random random = new Random(11);

    @Test
    void the_first_line_feed_is_found_wherever_it_is_among_whatever_bytes() {
        for (int round = 0; round < 20_000; round++) {
            byte[] b = bytes('\n');
            int from = b.length == 0 ? 0 : random.nextInt(b.length);
            int to = from + random.nextInt(b.length - from + 1);
            int expected = from;
            while (expected < to && b[expected] != '\n') {
                expected++;
            }
            assertThat(LineFeed.in(b, from, to)).isEqualTo(expected);
        }
    }

    @Test
    void the_first_line_feed_or_carriage_return_is_found_wherever_it_is_among_whatever_bytes() {
        for (int round = 0; round < 20_000; round++) {
            byte[] b = bytes(random.nextBoolean() ? '\n' : '\r');
            int from = b.length == 0 ? 0 : random.nextInt(b.length);
            int to = from + random.nextInt(b.length - from + 1);
            int expected = from;
            while (expected < to && b[expected] != '\n' && b[expected] != '\r') {
                expected++;
            }
            assertThat(LineFeed.orReturnIn(b, from, to)).isEqualTo(expected);
        }
    }

    private byte[] bytes(char somewhere) {
        byte[] b = new byte[random.nextInt(40)];
        random.nextBytes(b);
        if (b.length > 0) {
            b[random.nextInt(b.length)] = (byte) somewhere;
        }
        return b;
    }
}
