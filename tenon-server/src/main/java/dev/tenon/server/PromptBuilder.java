package dev.tenon.server;

import dev.tenon.model.Icon;
import dev.tenon.model.Meta;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Describes a prompt; {@link #handler} completes it.
 *
 * @param <R> what {@code handler} gives back: the server's builder, or a {@link PromptSpec}
 */
public final class PromptBuilder<R> {
    private final Function<PromptSpec, R> whenDone;
    private final List<PromptArgument> arguments = new ArrayList<>();
    private final List<Icon> icons = new ArrayList<>();
    private final Map<String, CompletionHandler> completions = new LinkedHashMap<>();
    private Prompt prompt;
    private Set<String> scopes = Set.of();

    PromptBuilder(String name, Function<PromptSpec, R> whenDone) {
        this.whenDone = whenDone;
        this.prompt = Prompt.of(name);
    }

    /** A name for people. */
    public PromptBuilder<R> title(String title) {
        prompt = prompt.withTitle(title);
        return this;
    }

    /** What it is for. */
    public PromptBuilder<R> description(String description) {
        prompt = prompt.withDescription(description);
        return this;
    }

    /** A picture for it; may be called several times. */
    public PromptBuilder<R> icon(Icon icon) {
        icons.add(icon);
        return this;
    }

    /** The {@code _meta} of the prompt. */
    public PromptBuilder<R> meta(Meta meta) {
        prompt = prompt.withMeta(meta);
        return this;
    }

    /** An argument; arguments are listed in the order of these calls. */
    public PromptBuilder<R> argument(PromptArgument argument) {
        arguments.add(argument);
        return this;
    }

    /** An argument that must be given. */
    public PromptBuilder<R> required(String name, String description) {
        return argument(PromptArgument.required(name).withDescription(description));
    }

    /** An argument that can be left out. */
    public PromptBuilder<R> optional(String name, String description) {
        return argument(PromptArgument.optional(name).withDescription(description));
    }

    /** Suggests values for an argument. */
    public PromptBuilder<R> complete(String argument, CompletionHandler completion) {
        completions.put(argument, completion);
        return this;
    }

    /**
     * What a caller needs who was authenticated: all of these scopes. Without them it is not listed for that caller, and
     * refused. Where nobody is authenticated, on standard input or in memory, nothing is checked.
     *
     * @throws IllegalArgumentException when one of them is no scope
     */
    public PromptBuilder<R> scopes(String... needed) {
        scopes = ScopeNames.of(needed);
        return this;
    }

    /**
     * Completes the prompt.
     *
     * @throws IllegalArgumentException when a completion is for an argument that was not described
     */
    public R handler(PromptHandler handler) {
        for (String name : completions.keySet()) {
            if (arguments.stream().noneMatch(a -> a.name().equals(name))) {
                throw new IllegalArgumentException("The prompt " + prompt.name() + " has no argument " + name);
            }
        }
        return whenDone.apply(
                new PromptSpec(prompt.withArguments(arguments).withIcons(icons), scopes, completions, handler));
    }
}
