package dev.tenon.model;

import org.jspecify.annotations.Nullable;

/**
 * Hints about the behaviour of a tool (from 2025-03-26 on). Do not rely on hints of an untrusted server.
 *
 * @param title the display name, or null
 * @param readOnlyHint whether the tool only reads; null counts as false
 * @param destructiveHint whether the tool may delete or overwrite data; null counts as true
 * @param idempotentHint whether a repeated call has no further effect; null counts as false
 * @param openWorldHint whether the tool interacts with external systems; null counts as true
 */
public record ToolAnnotations(
        @Nullable String title,
        @Nullable Boolean readOnlyHint,
        @Nullable Boolean destructiveHint,
        @Nullable Boolean idempotentHint,
        @Nullable Boolean openWorldHint) {
    /** Annotations without hints. */
    public static final ToolAnnotations NONE = new ToolAnnotations(null, null, null, null, null);

    /** Returns a copy with a display name. */
    public ToolAnnotations withTitle(@Nullable String changed) {
        return new ToolAnnotations(changed, readOnlyHint, destructiveHint, idempotentHint, openWorldHint);
    }

    /** Returns a copy with the read-only hint. */
    public ToolAnnotations withReadOnlyHint(@Nullable Boolean changed) {
        return new ToolAnnotations(title, changed, destructiveHint, idempotentHint, openWorldHint);
    }

    /** Returns a copy with the destructive hint. */
    public ToolAnnotations withDestructiveHint(@Nullable Boolean changed) {
        return new ToolAnnotations(title, readOnlyHint, changed, idempotentHint, openWorldHint);
    }

    /** Returns a copy with the idempotent hint. */
    public ToolAnnotations withIdempotentHint(@Nullable Boolean changed) {
        return new ToolAnnotations(title, readOnlyHint, destructiveHint, changed, openWorldHint);
    }

    /** Returns a copy with the open-world hint. */
    public ToolAnnotations withOpenWorldHint(@Nullable Boolean changed) {
        return new ToolAnnotations(title, readOnlyHint, destructiveHint, idempotentHint, changed);
    }

    /** Returns whether the tool declares that it only reads. */
    public boolean isReadOnly() {
        return readOnlyHint != null && readOnlyHint;
    }

    /** Returns whether the tool may delete or overwrite data; false for a read-only tool. */
    public boolean isDestructive() {
        return !isReadOnly() && (destructiveHint == null || destructiveHint);
    }

    /** Returns whether a repeated call has no further effect; true for a read-only tool. */
    public boolean isIdempotent() {
        return isReadOnly() || (idempotentHint != null && idempotentHint);
    }

    /** Returns whether the tool may interact with external systems. */
    public boolean isOpenWorld() {
        return openWorldHint == null || openWorldHint;
    }
}
