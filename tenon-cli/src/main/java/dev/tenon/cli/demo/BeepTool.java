package dev.tenon.cli.demo;

import dev.tenon.model.Content;
import dev.tenon.schema.Description;
import dev.tenon.schema.Range;
import dev.tenon.server.ToolSpec;

/** Sound as the result. Revisions that have no audio get a text that says so; the handler need not care. */
final class BeepTool {
    record Beep(
            @Description("The pitch in hertz, such as 440") @Range(min = 100, max = 2000)
            int hertz,

            @Description("How long it lasts in milliseconds") @Range(min = 50, max = 2000)
            int millis) {}

    private BeepTool() {}

    static ToolSpec spec() {
        return ToolSpec.named("beep")
                .title("Beep")
                .description("Makes a tone: audio.")
                .input(Beep.class)
                .handler((beep, call) -> Content.audio(Wav.tone(beep.hertz(), beep.millis()), "audio/wav"));
    }
}
