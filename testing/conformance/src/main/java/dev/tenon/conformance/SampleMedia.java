package dev.tenon.conformance;

import dev.tenon.model.Content;
import java.util.Base64;

/** A minimal picture and a minimal sound. */
final class SampleMedia {
    static final String PNG_TYPE = "image/png";

    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mOQi+oBAAGeAQUx0thWAAAAAElFTkSuQmCC";
    private static final String WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA==";

    private SampleMedia() {}

    /** Returns a picture of one pixel. */
    static byte[] png() {
        return Base64.getDecoder().decode(PNG);
    }

    /** Returns the picture as content. */
    static Content pictureContent() {
        return Content.image(png(), PNG_TYPE);
    }

    /** Returns two samples of silence as content: 8 bits, 8 kHz, mono. */
    static Content soundContent() {
        return Content.audio(Base64.getDecoder().decode(WAV), "audio/wav");
    }
}
