package dev.tenon.server.feature;

import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Describes a prompt; {@link #handler} completes it.
 *
 * @param <R> what {@code handler} gives back: the server's builder, or a {@link PromptSpec}
 */
public final class PromptBuilder<R> extends AbstractFeatureBuilder<PromptBuilder<R>> {
    private final Function<PromptSpec, R> whenDone;
    private final List<PromptArgument> arguments = new ArrayList<>();
    private final Map<String, ArgumentCompletionHandler> completions = new LinkedHashMap<>();

    private final String name;

    public PromptBuilder(String name, Function<PromptSpec, R> whenDone) {
        this.whenDone = whenDone;
        this.name = name;
    }

    /** An argument; arguments are listed in the order of these calls. */
    public PromptBuilder<R> argument(PromptArgument argument) {
        arguments.add(argument);
        return this;
    }

    /** An argument that must be given. */
    public PromptBuilder<R> requiredArgument(String name, String description) {
        return argument(PromptArgument.required(name).withDescription(description));
    }

    /** An argument that can be left out. */
    public PromptBuilder<R> optionalArgument(String name, String description) {
        return argument(PromptArgument.optional(name).withDescription(description));
    }

    /** Suggests values for an argument. */
    public PromptBuilder<R> completion(String argument, ArgumentCompletionHandler completion) {
        completions.put(argument, completion);
        return this;
    }

    /**
     * Completes the prompt.
     *
     * @throws IllegalArgumentException when a completion is for an argument that was not described
     */
    public R handler(PromptHandler handler) {
        for (String argument : completions.keySet()) {
            if (arguments.stream().noneMatch(a -> a.name().equals(argument))) {
                throw new IllegalArgumentException("The prompt " + name + " has no argument " + argument);
            }
        }
        Prompt prompt = new Prompt(name, title, description, arguments, icons, meta);
        return whenDone.apply(new PromptSpec(prompt, scopes, completions, handler));
    }
}
