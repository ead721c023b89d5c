package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.Map;

/**
 * The parameters of a completion request (server utilities, completion).
 *
 * @param ref the prompt or the resource template that has the argument
 * @param argumentName the name of the argument
 * @param argumentValue the text typed so far; may be empty
 * @param context the arguments that already have values (from 2025-06-18 on)
 * @param meta {@code _meta}
 */
public record CompleteParams(
        CompletionRef ref, String argumentName, String argumentValue, Map<String, String> context, Meta meta)
        implements Params {

    public CompleteParams {
        Preconditions.requireNotBlank("argument.name", argumentName);
        context = Preconditions.copyOf(context);
    }

    /** Creates parameters without context. */
    public static CompleteParams of(CompletionRef ref, String argumentName, String argumentValue) {
        return new CompleteParams(ref, argumentName, argumentValue, Map.of(), Meta.EMPTY);
    }

    /** Returns a copy with the arguments that already have values. */
    public CompleteParams withContext(Map<String, String> changed) {
        return new CompleteParams(ref, argumentName, argumentValue, changed, meta);
    }
}
