package dev.tenon.conformance;

import dev.tenon.model.Content;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.ResourceContents;
import dev.tenon.server.Ask;
import dev.tenon.server.Call;
import dev.tenon.server.ServerBuilder;
import java.util.List;
import java.util.stream.Stream;

/** Prompts: plain, with arguments that can be completed, with other content than text, and one that asks. */
final class Prompts {
    private static final List<String> SUGGESTIONS = List.of("paris", "park", "party", "testing", "test-value");

    private Prompts() {}

    static void addTo(ServerBuilder server) {
        server.prompt("test_simple_prompt")
                .description("A text")
                .handler((arguments, call) -> "This is a simple prompt for testing.")
                .prompt("test_prompt_with_arguments")
                .description("A text with two arguments in it")
                .required("arg1", "The first")
                .required("arg2", "The second")
                .complete("arg1", (value, context, call) -> startingWith(value).toList())
                .complete("arg2", (value, context, call) -> startingWith(value).toList())
                .handler((arguments, call) -> "Prompt with arguments: arg1='" + arguments.get("arg1") + "', arg2='"
                        + arguments.get("arg2") + "'")
                .prompt("test_prompt_with_embedded_resource")
                .description("A resource, and a text about it")
                .required("resourceUri", "The URI that the resource gets")
                .handler((arguments, call) -> withResource(arguments.getOrDefault("resourceUri", "")))
                .prompt("test_prompt_with_image")
                .description("A picture, and a text about it")
                .handler((arguments, call) -> List.of(
                        PromptMessage.user(Samples.picture()), PromptMessage.user("Please analyze the image above.")))
                .prompt("test_input_required_result_prompt")
                .description("A text with something in it that the user is asked for")
                .handler((arguments, call) -> "Use this context: " + context(call));
    }

    private static Stream<String> startingWith(String value) {
        return SUGGESTIONS.stream().filter(suggestion -> suggestion.startsWith(value));
    }

    private static List<PromptMessage> withResource(String uri) {
        return List.of(
                PromptMessage.user(Content.embedded(
                        ResourceContents.text(uri, "text/plain", "Embedded resource content for testing."))),
                PromptMessage.user("Please process the embedded resource above."));
    }

    private static String context(Call call) {
        Ask<Forms.Context> context = Ask.form("What context should the prompt use?", Forms.Context.class);
        return call.ask("user_context", context).orElseDecline().context();
    }
}
