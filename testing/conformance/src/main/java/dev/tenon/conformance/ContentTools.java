package dev.tenon.conformance;

import dev.tenon.model.Content;
import dev.tenon.model.ResourceContents;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.feature.ToolErrorException;
import java.util.List;

/** Tools that return every kind of content, without requests to the client. */
final class ContentTools {
    private ContentTools() {}

    static void addTo(ServerBuilder server) {
        server.tool("test_simple_text")
                .description("Answers with a text")
                .handler((input, call) -> "This is a simple text response for testing.")
                .tool("test_image_content")
                .description("Answers with a picture")
                .handler((input, call) -> SampleMedia.pictureContent())
                .tool("test_audio_content")
                .description("Answers with a sound")
                .handler((input, call) -> SampleMedia.soundContent())
                .tool("test_embedded_resource")
                .description("Answers with a resource")
                .handler((input, call) -> Content.embedded(ResourceContents.text(
                        "test://embedded-resource", "text/plain", "This is an embedded resource content.")))
                .tool("test_multiple_content_types")
                .description("Answers with a text, a picture and a resource")
                .handler((input, call) -> mixed())
                .tool("test_error_handling")
                .description("Fails in a way that a model can read")
                .handler((input, call) -> {
                    throw new ToolErrorException("This tool intentionally returns an error for testing");
                });
    }

    private static List<Content> mixed() {
        return List.of(
                Content.text("Multiple content types test:"),
                SampleMedia.pictureContent(),
                Content.embedded(ResourceContents.text(
                        "test://mixed-content-resource", "application/json", "{\"test\":\"data\",\"value\":123}")));
    }
}
