package dev.tenon.schema.internal.document;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.schema.SchemaException;
import java.util.Map;

/** A version of JSON Schema and its keywords. */
public enum SchemaDialect {
    DRAFT_2020_12("https://json-schema.org/draft/2020-12/schema", DialectKeywords.DRAFT_2020_12),
    DRAFT_07("http://json-schema.org/draft-07/schema", DialectKeywords.DRAFT_07);

    private final String uri;
    private final Map<String, KeywordValueType> keywords;

    SchemaDialect(String uri, Map<String, KeywordValueType> keywords) {
        this.uri = uri;
        this.keywords = keywords;
    }

    /** Returns the dialect that a schema names, or 2020-12 when it names no dialect. */
    static SchemaDialect of(Json schema) {
        if (schema.get("$schema") == null) {
            return DRAFT_2020_12;
        }
        String uri = schema.string("$schema");
        if (uri == null) {
            throw new SchemaException("#/$schema", "must be a string");
        }
        return forUri(uri, "/$schema");
    }

    static SchemaDialect forUri(String uri, String pointer) {
        String uriWithoutFragment = uri.endsWith("#") ? uri.substring(0, uri.length() - 1) : uri;
        for (SchemaDialect dialect : values()) {
            if (dialect.uri.equals(uriWithoutFragment)) {
                return dialect;
            }
        }
        throw JsonPointers.invalidAt(
                pointer,
                "unsupported dialect " + Excerpts.quote(uri) + "; supported are " + DRAFT_2020_12.uri + " and "
                        + DRAFT_07.uri + "#");
    }

    /**
     * Returns the keywords of the dialect and the type of their values. Other members of a schema are annotations and
     * may have any value.
     */
    public Map<String, KeywordValueType> keywords() {
        return keywords;
    }
}
