package dev.tenon.guard.pin;

import dev.tenon.guard.file.Canonical;
import dev.tenon.json.Json;

/**
 * A definition of a tool as it was approved.
 *
 * @param sha256 the SHA-256 of its {@linkplain Canonical canonical form}
 * @param definition the definition in that form
 */
public record Pin(String sha256, Json definition) {
    /** The pin of a definition. */
    public static Pin of(Json definition) {
        Json canonical = Canonical.of(definition).detached();
        return new Pin(Canonical.hash(canonical), canonical);
    }
}
