package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/** The prompt or resource template that has the argument to complete (server utilities, completion). */
public sealed interface CompletionRef permits CompletionRef.ToPrompt, CompletionRef.ToResource {
    /** Refers to a prompt. */
    static ToPrompt prompt(String name) {
        return new ToPrompt(name, null);
    }

    /** Refers to a resource template. */
    static ToResource resource(String uri) {
        return new ToResource(uri);
    }

    /**
     * A reference to a prompt.
     *
     * @param name the name of the prompt
     * @param title its title, or null (from 2025-06-18 on)
     */
    record ToPrompt(String name, @Nullable String title) implements CompletionRef {
        public ToPrompt {
            Preconditions.requireNotBlank("ref.name", name);
        }
    }

    /**
     * A reference to a resource template.
     *
     * @param uri the URI template or a URI
     */
    record ToResource(String uri) implements CompletionRef {
        public ToResource {
            Preconditions.requireNotBlank("ref.uri", uri);
        }
    }
}
