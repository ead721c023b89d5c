package dev.tenon.guard.pin;

import dev.tenon.codec.ToolSchemaFilter;
import dev.tenon.guard.internal.file.CanonicalJson;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import java.util.Comparator;
import java.util.Set;

/**
 * A definition of a tool as it was approved.
 *
 * @param sha256 the SHA-256 of its {@linkplain CanonicalJson canonical form}
 * @param definition the definition in that form
 */
public record Pin(String sha256, Json definition) {
    /** What a definition has in every revision; without one of these it is another tool. */
    private static final Set<String> REQUIRED_MEMBERS = Set.of("name", "description", "inputSchema");

    private static final Set<String> SCHEMAS = Set.of("inputSchema", "outputSchema");

    /** The pin of a definition. */
    public static Pin of(Json definition) {
        Json canonical = CanonicalJson.of(definition).toDetached();
        return new Pin(CanonicalJson.hash(canonical), canonical);
    }

    /**
     * Whether a definition is the one that was approved, as a server shows it in some revision. To clients of older
     * revisions servers show less: what is left out is no change, what is shown must be as it was.
     */
    boolean matches(Json shown) {
        String text = CanonicalJson.of(shown).toString();
        return definition.toString().equals(text)
                || Revision.newestFirst().stream()
                        .anyMatch(revision -> viewIn(shown, revision).toString().equals(text));
    }

    /** What was approved as that revision shows it, without the members that are not shown there. */
    Json viewIn(Json shown, Revision revision) {
        ToolSchemaFilter schemas = new ToolSchemaFilter(revision);
        JsonWriter out = new JsonWriter(definition.sizeInBytes()).beginObject();
        definition.members().forEach((name, value) -> {
            if (REQUIRED_MEMBERS.contains(name) || shown.get(name) != null) {
                out.name(name).value(SCHEMAS.contains(name) ? schemas.filter(value) : value);
            }
        });
        return out.endObject().toJson();
    }

    /** What was approved in the revision in which it differs least from what is shown. */
    Json nearestView(Json shown) {
        return Revision.newestFirst().stream()
                .map(revision -> viewIn(shown, revision))
                .min(Comparator.comparingInt(
                        seen -> DefinitionDiff.between(seen, shown).changes().size()))
                .orElse(definition);
    }

    /** Whether all that was approved is shown unchanged, and more is shown beside it. */
    boolean isPartOf(Json shown) {
        return Pin.of(shown).matches(definition);
    }
}
