package dev.tenon.cli.demo;

import dev.tenon.model.Content;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.ResourceContents;
import dev.tenon.server.feature.PromptSpec;
import java.util.Map;

/**
 * A prompt with several messages, an image and an embedded resource. The completion of the city depends on the selected
 * country.
 */
final class PostcardPrompt {
    private PostcardPrompt() {}

    static PromptSpec spec() {
        return PromptSpec.builder("postcard")
                .title("Write a postcard")
                .description("Has the model write a postcard from a city.")
                .optionalArgument("country", "Where the city is")
                .requiredArgument("city", "Where the postcard is from")
                .completion("country", (value, context, call) -> CityCatalog.completeCountries(value))
                .completion(
                        "city",
                        (value, context, call) -> CityCatalog.completeNames(value, context.getOrDefault("country", "")))
                .handler((arguments, call) -> createMessages(arguments));
    }

    private static GetPromptResult createMessages(Map<String, String> arguments) {
        String city = String.valueOf(arguments.get("city"));
        return GetPromptResult.of(
                        PromptMessage.user(Content.image(DemoImages.createDiscPng(48, 0x2980B9), "image/png")),
                        PromptMessage.user(Content.embedded(
                                ResourceContents.text(ReadmeResource.URI, "text/markdown", ReadmeResource.TEXT))),
                        PromptMessage.assistant("What a nice stamp. Who is the postcard for?"),
                        PromptMessage.user("For my friends. Write it as if from " + city + "."))
                .withDescription("A postcard from " + city);
    }
}
