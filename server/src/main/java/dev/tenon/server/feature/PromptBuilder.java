package dev.tenon.server.feature;

import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Builds a prompt; {@link #handler} completes it.
 *
 * @param <R> the result of {@code handler}: the builder of the server, the server, or a {@link PromptSpec}
 */
public final class PromptBuilder<R> extends AbstractFeatureBuilder<PromptBuilder<R>> {
    private final Function<PromptSpec, R> onBuilt;
    private final List<PromptArgument> arguments = new ArrayList<>();
    private final Map<String, ArgumentCompletionHandler> completions = new LinkedHashMap<>();

    private final String name;

    public PromptBuilder(String name, Function<PromptSpec, R> onBuilt) {
        this.onBuilt = onBuilt;
        this.name = name;
    }

    /** Adds an argument. Clients get the arguments in the order of these calls. */
    public PromptBuilder<R> argument(PromptArgument argument) {
        arguments.add(argument);
        return this;
    }

    /** Adds a required argument. */
    public PromptBuilder<R> requiredArgument(String name, String description) {
        return argument(PromptArgument.required(name).withDescription(description));
    }

    /** Adds an optional argument. */
    public PromptBuilder<R> optionalArgument(String name, String description) {
        return argument(PromptArgument.optional(name).withDescription(description));
    }

    /** Sets the handler that suggests values for an argument. */
    public PromptBuilder<R> completion(String argument, ArgumentCompletionHandler completion) {
        completions.put(argument, completion);
        return this;
    }

    /**
     * Completes the prompt.
     *
     * @throws IllegalArgumentException if a completion handler is set for an argument that is not declared
     */
    public R handler(PromptHandler handler) {
        for (String argument : completions.keySet()) {
            if (arguments.stream().noneMatch(a -> a.name().equals(argument))) {
                throw new IllegalArgumentException("The prompt " + name + " has no argument " + argument);
            }
        }
        Prompt prompt = new Prompt(name, title, description, arguments, icons, meta);
        return onBuilt.apply(new PromptSpec(prompt, scopes, completions, handler));
    }
}
