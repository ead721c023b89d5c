package dev.tenon.guard.pin;

import dev.tenon.codec.ToolSchemaFilter;
import dev.tenon.guard.internal.file.CanonicalJson;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import java.util.Comparator;
import java.util.Set;

/**
 * An approved tool definition.
 *
 * @param sha256 the SHA-256 of its {@linkplain CanonicalJson canonical form}
 * @param definition the definition in that form
 */
public record PinnedDefinition(String sha256, Json definition) {
    /** Members that a definition has in every revision; without one of these it is a different tool. */
    private static final Set<String> REQUIRED_MEMBERS = Set.of("name", "description", "inputSchema");

    private static final Set<String> SCHEMAS = Set.of("inputSchema", "outputSchema");

    /** Returns the pin of a definition. */
    public static PinnedDefinition of(Json definition) {
        Json canonical = CanonicalJson.of(definition).toDetached();
        return new PinnedDefinition(CanonicalJson.hash(canonical), canonical);
    }

    /**
     * Returns whether a definition equals the approved one, as the server shows it in some revision. In older revisions
     * servers show fewer members: missing members are no change, but present ones must be unchanged.
     */
    boolean matches(Json shown) {
        String shownText = CanonicalJson.of(shown).toString();
        return definition.toString().equals(shownText)
                || Revision.newestFirst().stream()
                        .anyMatch(revision -> viewIn(shown, revision).toString().equals(shownText));
    }

    /** Returns the approved definition as a revision shows it, without members that {@code shown} lacks. */
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

    /** Returns the approved definition in the revision in which it differs least from {@code shown}. */
    Json nearestView(Json shown) {
        return Revision.newestFirst().stream()
                .map(revision -> viewIn(shown, revision))
                .min(Comparator.comparingInt(
                        view -> DefinitionDiff.between(view, shown).changes().size()))
                .orElse(definition);
    }

    /** Returns whether {@code shown} contains the approved definition unchanged, with additional members. */
    boolean isPartOf(Json shown) {
        return PinnedDefinition.of(shown).matches(definition);
    }
}
