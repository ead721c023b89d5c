package dev.tenon.schema.internal.validate;

import dev.tenon.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failure that the validator library reported.
 *
 * @param instancePath the member names and indexes that lead to the value
 * @param keyword the keyword that the value does not satisfy
 * @param expected the value of that keyword
 * @param schema the schema object that contains the keyword; null if it was not found
 * @param evaluationPath the keywords, names and indexes that lead through the schema
 * @param member for keywords about members: the name of the missing or unexpected member
 * @param multipleMatches for {@code oneOf}: whether more than one alternative matches, instead of none
 */
public record ValidationFailure(
        List<Object> instancePath,
        String keyword,
        Json expected,
        @Nullable Json schema,
        List<Object> evaluationPath,
        @Nullable String member,
        boolean multipleMatches) {
    /** Returns the value of another keyword of the same schema, or null when it is absent. */
    @Nullable public Json siblingKeyword(String name) {
        return schema == null ? null : schema.get(name);
    }
}
