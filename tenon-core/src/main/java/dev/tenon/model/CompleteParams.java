package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.Map;

/**
 * What to complete (server utilities, completion).
 *
 * @param ref the prompt or the template whose argument it is
 * @param argumentName the argument
 * @param argumentValue what was typed so far; may be empty
 * @param context the arguments that are filled in already (from 2025-06-18 on)
 * @param meta {@code _meta}
 */
public record CompleteParams(
        CompletionRef ref, String argumentName, String argumentValue, Map<String, String> context, Meta meta)
        implements Params {

    public CompleteParams {
        Preconditions.requireNotBlank("argument.name", argumentName);
        context = Preconditions.copyOf(context);
    }

    /** Without context. */
    public static CompleteParams of(CompletionRef ref, String argumentName, String argumentValue) {
        return new CompleteParams(ref, argumentName, argumentValue, Map.of(), Meta.EMPTY);
    }

    /** With arguments that are filled in already. */
    public CompleteParams withContext(Map<String, String> changed) {
        return new CompleteParams(ref, argumentName, argumentValue, changed, meta);
    }
}
