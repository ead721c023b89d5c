package dev.tenon.cli.demo;

import dev.tenon.model.Content;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.ResourceContents;
import dev.tenon.server.PromptSpec;
import java.util.Map;

/**
 * A prompt of several messages, with an image and an embedded resource. The completion of its city looks at the country that
 * was chosen before.
 */
final class PostcardPrompt {
    private PostcardPrompt() {}

    static PromptSpec spec() {
        return PromptSpec.named("postcard")
                .title("Write a postcard")
                .description("Has the model write a postcard from a city.")
                .optional("country", "Where the city is")
                .required("city", "Where the postcard is from")
                .complete("country", (value, context, call) -> Cities.countries(value))
                .complete("city", (value, context, call) -> Cities.names(value, context.getOrDefault("country", "")))
                .handler((arguments, call) -> messages(arguments));
    }

    private static GetPromptResult messages(Map<String, String> arguments) {
        String city = String.valueOf(arguments.get("city"));
        return GetPromptResult.of(
                        PromptMessage.user(Content.image(Pictures.disc(48, 0x2980B9), "image/png")),
                        PromptMessage.user(Content.embedded(
                                ResourceContents.text(ReadmeResource.URI, "text/markdown", ReadmeResource.TEXT))),
                        PromptMessage.assistant("What a nice stamp. Whom is the postcard for?"),
                        PromptMessage.user("For my friends. Write it as if from " + city + "."))
                .withDescription("A postcard from " + city);
    }
}
