package dev.tenon.cli.demo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Encodes WAV audio: 8,000 samples per second, 8 bits, one channel. */
final class WavEncoder {
    private static final int RATE = 8000;
    private static final int HEADER = 44;
    private static final int FORMAT_LENGTH = 16;
    private static final short UNCOMPRESSED = 1;
    private static final int SILENCE = 128;
    private static final int VOLUME = 100;

    private WavEncoder() {}

    /** Encodes a sine tone. */
    static byte[] encodeTone(int hertz, int millis) {
        int samples = RATE * millis / 1000;
        ByteBuffer out = ByteBuffer.allocate(HEADER + samples).order(ByteOrder.LITTLE_ENDIAN);
        out.put(ascii("RIFF")).putInt(HEADER - 8 + samples).put(ascii("WAVE"));
        out.put(ascii("fmt ")).putInt(FORMAT_LENGTH).putShort(UNCOMPRESSED).putShort((short) 1);
        out.putInt(RATE).putInt(RATE).putShort((short) 1).putShort((short) 8);
        out.put(ascii("data")).putInt(samples);
        for (int i = 0; i < samples; i++) {
            out.put((byte) (SILENCE + VOLUME * Math.sin(2 * Math.PI * hertz * i / RATE)));
        }
        return out.array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
