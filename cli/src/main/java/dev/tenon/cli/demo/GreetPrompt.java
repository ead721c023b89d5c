package dev.tenon.cli.demo;

import dev.tenon.server.feature.PromptSpec;
import java.util.List;
import java.util.stream.Stream;

/** A prompt with a required and an optional argument, both with completion. */
final class GreetPrompt {
    private static final List<String> STYLES = List.of("formally", "warmly", "in rhyme");

    private GreetPrompt() {}

    static PromptSpec spec() {
        return PromptSpec.builder("greet")
                .title("Greet a person")
                .description("Has the model greet a person.")
                .icon(DemoImages.ICON)
                .requiredArgument("name", "Who is greeted")
                .optionalArgument("style", "How: formally, warmly or in rhyme")
                .completion("name", (value, context, call) -> filterByPrefix(value, Stream.of("Ada", "Alan", "Grace")))
                .completion("style", (value, context, call) -> filterByPrefix(value, STYLES.stream()))
                .handler((arguments, call) ->
                        "Greet " + arguments.get("name") + " " + arguments.getOrDefault("style", "warmly") + ".");
    }

    private static List<String> filterByPrefix(String value, Stream<String> words) {
        return words.filter(word -> word.startsWith(value)).toList();
    }
}
