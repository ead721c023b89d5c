package dev.tenon.cli.demo;

import dev.tenon.server.PromptSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A prompt with an argument that must be given, and one that can be left out and is completed. */
final class GreetPrompt {
    private static final List<String> STYLES = List.of("formally", "warmly", "in rhyme");

    private GreetPrompt() {}

    static PromptSpec spec() {
        return PromptSpec.named("greet")
                .title("Greet somebody")
                .description("Has the model greet somebody.")
                .icon(Pictures.ICON)
                .required("name", "Who is greeted")
                .optional("style", "How: formally, warmly or in rhyme")
                .complete("name", (value, context, call) -> beginningWith(value, Stream.of("Ada", "Alan", "Grace")))
                .complete("style", (value, context, call) -> beginningWith(value, STYLES.stream()))
                .handler((arguments, call) -> text(arguments));
    }

    private static String text(Map<String, String> arguments) {
        return "Greet " + arguments.get("name") + " " + arguments.getOrDefault("style", "warmly") + ".";
    }

    private static List<String> beginningWith(String value, Stream<String> words) {
        return words.filter(word -> word.startsWith(value)).toList();
    }
}
