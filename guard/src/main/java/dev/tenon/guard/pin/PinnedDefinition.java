package dev.tenon.guard.pin;

import dev.tenon.guard.internal.file.CanonicalJson;
import dev.tenon.json.Json;

/**
 * An approved tool definition.
 *
 * @param sha256 the SHA-256 of its {@linkplain CanonicalJson canonical form}
 * @param definition the definition in that form
 */
public record PinnedDefinition(String sha256, Json definition) {
    /** Returns the pin of a definition. */
    public static PinnedDefinition of(Json definition) {
        Json canonical = CanonicalJson.of(definition).toDetached();
        return new PinnedDefinition(CanonicalJson.hash(canonical), canonical);
    }
}
