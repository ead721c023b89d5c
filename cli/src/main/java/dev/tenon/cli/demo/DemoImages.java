package dev.tenon.cli.demo;

import dev.tenon.model.Icon;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/** Draws the images of the demo on demand, and encodes them as PNG: signature, header, one block of pixels, end. */
final class DemoImages {
    private static final int WHITE = 0xFFFFFF;
    private static final int OAK = 0xB5793B;

    /** The signature of PNG files, whose bytes a transfer in text mode would change. */
    private static final long SIGNATURE = 0x89_50_4E_47_0D_0A_1A_0AL;
    /** 8 bits for each of red, green and blue; default compression and filters; not interlaced. */
    private static final byte[] FORMAT = {8, 2, 0, 0, 0};

    /** An icon as a data URI, which needs no web server. */
    static final Icon ICON = Icon.of(
                    "data:image/png;base64," + Base64.getEncoder().encodeToString(createDiscPng(16, OAK)))
            .withMimeType("image/png")
            .withSizes(List.of("16x16"));

    private DemoImages() {}

    /** Returns a PNG image of a disc on a white background. */
    static byte[] createDiscPng(int size, int rgb) {
        double middle = (size - 1) / 2.0;
        double radius = size * 0.45;
        return encodePng(size, (x, y) -> Math.hypot(x - middle, y - middle) <= radius ? rgb : WHITE);
    }

    /** Encodes a square image; the function returns the colour of the pixel at x and y as 0xRRGGBB. */
    private static byte[] encodePng(int size, IntBinaryOperator colour) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(SIGNATURE);
            ByteBuffer header = ByteBuffer.allocate(2 * Integer.BYTES + FORMAT.length);
            writeChunk(out, "IHDR", header.putInt(size).putInt(size).put(FORMAT).array());
            writeChunk(out, "IDAT", compressPixels(size, colour));
            writeChunk(out, "IEND", new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] compressPixels(int size, IntBinaryOperator colour) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            for (int y = 0; y < size; y++) {
                out.write(0); // filter type of the row: none
                for (int x = 0; x < size; x++) {
                    int rgb = colour.applyAsInt(x, y);
                    out.write(rgb >> 16);
                    out.write(rgb >> 8);
                    out.write(rgb);
                }
            }
        }
        return bytes.toByteArray();
    }

    private static void writeChunk(DataOutputStream out, String type, byte[] data) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 checksum = new CRC32();
        checksum.update(name);
        checksum.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) checksum.getValue());
    }
}
