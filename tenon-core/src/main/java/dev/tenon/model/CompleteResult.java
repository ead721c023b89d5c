package dev.tenon.model;

/**
 * An answer to {@code completion/complete}.
 *
 * @param completion what the text may be completed to
 * @param meta {@code _meta}
 */
public record CompleteResult(Completion completion, Meta meta) implements Result {
    /** Without {@code _meta}. */
    public static CompleteResult of(Completion completion) {
        return new CompleteResult(completion, Meta.EMPTY);
    }
}
