package dev.tenon.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Validates UTF-8 like the strict decoder of the JDK, except that NUL is rejected, too. */
class Utf8ValidatorTest {
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);

    private final CharBuffer chars = CharBuffer.allocate(64);

    /** Returns the offset at which the decoder stops, where the first invalid sequence begins. */
    private int findInvalidWithDecoder(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        chars.clear();
        decoder.reset().decode(in, chars, true);
        for (int i = 0; i < in.position(); i++) {
            if (bytes[i] == 0) {
                return i;
            }
        }
        return in.hasRemaining() ? in.position() : -1;
    }

    @Test
    void all_sequences_of_one_to_three_bytes_are_validated_like_the_decoder() {
        byte[] one = new byte[1];
        byte[] two = new byte[2];
        byte[] three = new byte[3];
        for (int a = 0; a < 256; a++) {
            one[0] = (byte) a;
            assertMatchesDecoder(one);
            for (int b = 0; b < 256; b++) {
                two[0] = (byte) a;
                two[1] = (byte) b;
                assertMatchesDecoder(two);
                for (int c = 0x78; c < 0xC8; c += 2) {
                    three[0] = (byte) a;
                    three[1] = (byte) b;
                    three[2] = (byte) c;
                    assertMatchesDecoder(three);
                }
            }
        }
    }

    /** Asserts only on a difference, since there are millions of cases. */
    private void assertMatchesDecoder(byte[] bytes) {
        int found = Utf8Validator.findInvalidOrNul(bytes);
        int expected = findInvalidWithDecoder(bytes);
        if (found != expected) {
            assertThat(found).as(HexFormat.of().formatHex(bytes)).isEqualTo(expected);
        }
    }

    @Test
    void every_code_point_is_valid() {
        for (int c = 1; c <= Character.MAX_CODE_POINT; c++) {
            if (c < 0xD800 || c > 0xDFFF) {
                assertMatchesDecoder(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void random_bytes_are_validated_like_the_decoder() {
        Random random = new Random(3);
        int[] interesting = {
            0x00, 0x41, 0x7F, 0x80, 0xBF, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0x9F, 0xA0, 0x8F, 0x90
        };
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[random.nextInt(24)];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = (byte) (random.nextInt(3) > 0 ? 0x61 : interesting[random.nextInt(interesting.length)]);
            }
            assertMatchesDecoder(bytes);
        }
    }
}
