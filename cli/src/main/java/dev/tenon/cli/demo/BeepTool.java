package dev.tenon.cli.demo;

import dev.tenon.model.Content;
import dev.tenon.schema.annotation.Description;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.server.feature.ToolSpec;

/** Returns audio. For revisions without audio content, the library substitutes a text. */
final class BeepTool {
    record Beep(
            @Description("The pitch in hertz, such as 440") @NumberRange(min = 100, max = 2000)
            int hertz,

            @Description("How long it lasts in milliseconds") @NumberRange(min = 50, max = 2000)
            int millis) {}

    private BeepTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("beep")
                .title("Beep")
                .description("Makes a tone: audio.")
                .input(Beep.class)
                .handler(
                        (beep, call) -> Content.audio(WavEncoder.encodeTone(beep.hertz(), beep.millis()), "audio/wav"));
    }
}
