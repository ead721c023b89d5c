package dev.tenon.guard.pin;

import dev.tenon.guard.file.Canonical;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.util.Set;

/**
 * A definition of a tool as it was approved.
 *
 * @param sha256 the SHA-256 of its {@linkplain Canonical canonical form}
 * @param definition the definition in that form
 */
public record Pin(String sha256, Json definition) {
    /** What a definition has in every revision; without one of these it is another tool. */
    private static final Set<String> EVERYWHERE = Set.of("name", "description", "inputSchema");

    /** The pin of a definition. */
    public static Pin of(Json definition) {
        Json canonical = Canonical.of(definition).detached();
        return new Pin(Canonical.hash(canonical), canonical);
    }

    /**
     * Whether a definition is the one that was approved. Clients of older revisions are shown less of it (no annotations, no title,
     * no output schema): what is not shown at all is no change; what is shown must be as it was.
     */
    boolean allows(Json shown) {
        String text = Canonical.of(shown).toString();
        return definition.toString().equals(text) || seenIn(shown).toString().equals(text);
    }

    /** What was approved, without the members that are not shown there. */
    Json seenIn(Json shown) {
        JsonWriter out = new JsonWriter(definition.size()).object();
        definition.members().forEach((name, value) -> {
            if (EVERYWHERE.contains(name) || shown.get(name) != null) {
                out.name(name).value(value);
            }
        });
        return out.endObject().toJson();
    }
}
