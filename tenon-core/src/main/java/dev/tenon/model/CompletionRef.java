package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/** Where an argument to be completed belongs (server utilities, completion). */
public sealed interface CompletionRef permits CompletionRef.ToPrompt, CompletionRef.ToResource {
    /** An argument of a prompt. */
    static ToPrompt prompt(String name) {
        return new ToPrompt(name, null);
    }

    /** A variable of a resource template. */
    static ToResource resource(String uri) {
        return new ToResource(uri);
    }

    /**
     * An argument of a prompt.
     *
     * @param name the prompt
     * @param title its title, or null (from 2025-06-18 on)
     */
    record ToPrompt(String name, @Nullable String title) implements CompletionRef {
        public ToPrompt {
            Preconditions.requireNotBlank("ref.name", name);
        }
    }

    /**
     * A variable of a resource template.
     *
     * @param uri the template, or a URI
     */
    record ToResource(String uri) implements CompletionRef {
        public ToResource {
            Preconditions.requireNotBlank("ref.uri", uri);
        }
    }
}
