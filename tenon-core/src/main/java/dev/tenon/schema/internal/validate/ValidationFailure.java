package dev.tenon.schema.internal.validate;

import dev.tenon.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that the validator found wrong.
 *
 * @param instancePath member names and indexes that lead to the value in question
 * @param keyword the keyword that the value does not satisfy
 * @param expected the value of that keyword
 * @param schema the schema object that holds the keyword, where it could be found
 * @param evaluationPath the keywords, names and indexes that the validator followed through the schema
 * @param member for keywords about members: the name of the member that is missing or too much
 * @param multipleMatches for {@code oneOf}: whether more than one alternative fits, rather than none
 */
public record ValidationFailure(
        List<Object> instancePath,
        String keyword,
        Json expected,
        @Nullable Json schema,
        List<Object> evaluationPath,
        @Nullable String member,
        boolean multipleMatches) {
    /** The value of another keyword beside the one that is not satisfied; null when there is none. */
    @Nullable public Json siblingKeyword(String other) {
        return schema == null ? null : schema.get(other);
    }
}
