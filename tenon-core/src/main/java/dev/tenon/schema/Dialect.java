package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import java.util.Map;

/** A version of JSON Schema, with the keywords it knows. */
enum Dialect {
    DRAFT_2020_12("https://json-schema.org/draft/2020-12/schema", Keywords.DRAFT_2020_12),
    DRAFT_07("http://json-schema.org/draft-07/schema", Keywords.DRAFT_07);

    private final String uri;
    private final Map<String, Shape> keywords;

    Dialect(String uri, Map<String, Shape> keywords) {
        this.uri = uri;
        this.keywords = keywords;
    }

    /** The dialect that a schema names, or 2020-12 when it names none. */
    static Dialect of(Json schema) {
        Json named = schema.get("$schema");
        if (named == null) {
            return DRAFT_2020_12;
        }
        String uri = named.string();
        if (uri == null) {
            throw new SchemaException("#/$schema", "must be a string");
        }
        return named(uri, "#/$schema");
    }

    static Dialect named(String uri, String pointer) {
        String plain = uri.endsWith("#") ? uri.substring(0, uri.length() - 1) : uri;
        for (Dialect dialect : values()) {
            if (dialect.uri.equals(plain)) {
                return dialect;
            }
        }
        throw new SchemaException(
                pointer,
                "unsupported dialect " + Quote.shortened(uri) + "; supported are " + DRAFT_2020_12.uri + " and "
                        + DRAFT_07.uri + "#");
    }

    /** What each keyword's value must look like. Other members of a schema object are annotations and may be anything. */
    Map<String, Shape> keywords() {
        return keywords;
    }
}
