package dev.tenon.model;

/**
 * The result of {@code completion/complete} (server utilities, completion).
 *
 * @param completion the possible values
 * @param meta {@code _meta}
 */
public record CompleteResult(Completion completion, Meta meta) implements Result {
    /** Creates a result without {@code _meta}. */
    public static CompleteResult of(Completion completion) {
        return new CompleteResult(completion, Meta.EMPTY);
    }
}
