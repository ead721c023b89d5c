package dev.tenon.cli.demo;

import dev.tenon.model.Icon;
import java.util.Base64;
import java.util.List;

/** Draws the images of the demo on demand. */
final class DemoImages {
    private static final int WHITE = 0xFFFFFF;
    private static final int OAK = 0xB5793B;

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
        return PngEncoder.encode(size, (x, y) -> Math.hypot(x - middle, y - middle) <= radius ? rgb : WHITE);
    }
}
