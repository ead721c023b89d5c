package dev.tenon.cli.demo;

import dev.tenon.json.Json;
import dev.tenon.model.Annotations;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Content;
import dev.tenon.model.Meta;
import dev.tenon.model.Role;
import dev.tenon.schema.annotation.Description;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.server.feature.ToolSpec;
import java.util.Optional;

/** Returns an image, with annotations for its audience and {@code _meta} for clients that support it. */
final class DrawTool {
    private static final int DEFAULT_SIZE = 64;
    private static final Annotations FOR_THE_USER =
            Annotations.NONE.withAudience(Role.USER).withPriority(0.9);

    enum Colour {
        RED(0xC0392B),
        GREEN(0x27AE60),
        BLUE(0x2980B9);

        private final int rgb;

        Colour(int rgb) {
            this.rgb = rgb;
        }
    }

    record Drawing(
            @Description("The colour of the disc") Colour colour,

            @Description("Width and height in pixels; 64 when left out") @NumberRange(min = 8, max = 256)
            Optional<Integer> size) {}

    private DrawTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("draw")
                .title("Draw a disc")
                .description("Draws a disc of one colour: an image.")
                .input(Drawing.class)
                .handler((drawing, call) -> draw(drawing));
    }

    private static CallToolResult draw(Drawing drawing) {
        int size = drawing.size().orElse(DEFAULT_SIZE);
        byte[] png = DemoImages.createDiscPng(size, drawing.colour().rgb);
        return CallToolResult.of(Content.image(png, "image/png").withAnnotations(FOR_THE_USER))
                .withMeta(Meta.of("dev.tenon.demo/pixels", Json.of(size * size)));
    }
}
