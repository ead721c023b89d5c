package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * What a tool says of its behaviour (from 2025-03-26 on). These are hints; nobody may rely on those of a stranger.
 *
 * @param title a name for people, or null
 * @param readOnlyHint whether it changes nothing; null counts as false
 * @param destructiveHint whether it may destroy; null counts as true
 * @param idempotentHint whether a second call changes no more; null counts as false
 * @param openWorldHint whether it deals with the world outside; null counts as true
 */
public record ToolAnnotations(
        @Nullable String title,
        @Nullable Boolean readOnlyHint,
        @Nullable Boolean destructiveHint,
        @Nullable Boolean idempotentHint,
        @Nullable Boolean openWorldHint) {
    /** Says nothing. */
    public static final ToolAnnotations NONE = new ToolAnnotations(null, null, null, null, null);

    /** With a name for people. */
    public ToolAnnotations withTitle(@Nullable String changed) {
        return new ToolAnnotations(changed, readOnlyHint, destructiveHint, idempotentHint, openWorldHint);
    }

    /** Says whether it changes nothing. */
    public ToolAnnotations withReadOnlyHint(@Nullable Boolean changed) {
        return new ToolAnnotations(title, changed, destructiveHint, idempotentHint, openWorldHint);
    }

    /** Says whether it may destroy. */
    public ToolAnnotations withDestructiveHint(@Nullable Boolean changed) {
        return new ToolAnnotations(title, readOnlyHint, changed, idempotentHint, openWorldHint);
    }

    /** Says whether a second call changes no more. */
    public ToolAnnotations withIdempotentHint(@Nullable Boolean changed) {
        return new ToolAnnotations(title, readOnlyHint, destructiveHint, changed, openWorldHint);
    }

    /** Says whether it deals with the world outside. */
    public ToolAnnotations withOpenWorldHint(@Nullable Boolean changed) {
        return new ToolAnnotations(title, readOnlyHint, destructiveHint, idempotentHint, changed);
    }

    /** Whether it changes nothing, as far as is said. */
    public boolean isReadOnly() {
        return readOnlyHint != null && readOnlyHint;
    }

    /** Whether it may destroy; only a tool that changes anything can. */
    public boolean isDestructive() {
        return !isReadOnly() && (destructiveHint == null || destructiveHint);
    }

    /** Whether a second call changes no more; true of a tool that changes nothing. */
    public boolean isIdempotent() {
        return isReadOnly() || (idempotentHint != null && idempotentHint);
    }

    /** Whether it deals with the world outside. */
    public boolean isOpenWorld() {
        return openWorldHint == null || openWorldHint;
    }
}
