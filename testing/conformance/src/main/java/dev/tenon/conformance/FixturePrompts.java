package dev.tenon.conformance;

import dev.tenon.model.Content;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.ResourceContents;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.ClientInputRequest;
import java.util.List;
import java.util.stream.Stream;

/**
 * Prompts: plain, with arguments that support completion, with other content than text, and one that requests input.
 */
final class FixturePrompts {
    private static final List<String> SUGGESTIONS = List.of("paris", "park", "party", "testing", "test-value");

    private FixturePrompts() {}

    static void addTo(ServerBuilder server) {
        server.prompt("test_simple_prompt")
                .description("A text")
                .handler((arguments, call) -> "This is a simple prompt for testing.")
                .prompt("test_prompt_with_arguments")
                .description("A text with two arguments in it")
                .requiredArgument("arg1", "The first")
                .requiredArgument("arg2", "The second")
                .completion("arg1", (value, context, call) -> completeSuggestion(value)
                        .toList())
                .completion("arg2", (value, context, call) -> completeSuggestion(value)
                        .toList())
                .handler((arguments, call) -> "Prompt with arguments: arg1='" + arguments.get("arg1") + "', arg2='"
                        + arguments.get("arg2") + "'")
                .prompt("test_prompt_with_embedded_resource")
                .description("A resource, and a text about it")
                .requiredArgument("resourceUri", "The URI that the resource gets")
                .handler((arguments, call) -> messagesWithResource(arguments.getOrDefault("resourceUri", "")))
                .prompt("test_prompt_with_image")
                .description("A picture, and a text about it")
                .handler((arguments, call) -> List.of(
                        PromptMessage.user(SampleMedia.pictureContent()),
                        PromptMessage.user("Please analyze the image above.")))
                .prompt("test_input_required_result_prompt")
                .description("A text with something in it that the user is asked for")
                .handler((arguments, call) -> "Use this context: " + askContext(call));
    }

    private static Stream<String> completeSuggestion(String value) {
        return SUGGESTIONS.stream().filter(suggestion -> suggestion.startsWith(value));
    }

    private static List<PromptMessage> messagesWithResource(String uri) {
        return List.of(
                PromptMessage.user(Content.embedded(
                        ResourceContents.text(uri, "text/plain", "Embedded resource content for testing."))),
                PromptMessage.user("Please process the embedded resource above."));
    }

    private static String askContext(CallContext call) {
        ClientInputRequest<FormSchemas.Context> context =
                ClientInputRequest.form("What context should the prompt use?", FormSchemas.Context.class);
        return call.requestInput("user_context", context).orElseThrow().context();
    }
}
