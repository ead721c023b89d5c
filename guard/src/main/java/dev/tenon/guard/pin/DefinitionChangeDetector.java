package dev.tenon.guard.pin;

import dev.tenon.codec.ToolSchemaFilter;
import dev.tenon.guard.internal.file.CanonicalJson;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import java.util.Comparator;
import java.util.Set;

/**
 * Decides whether the definition of a tool that a server shows differs from the approved one. In older revisions
 * servers show fewer members: missing members are no change, but present ones must be unchanged.
 *
 * @param approved the approved definition in canonical form
 */
record DefinitionChangeDetector(Json approved) {
    /** Members that a definition has in every revision; without one of these it is a different tool. */
    private static final Set<String> REQUIRED_MEMBERS = Set.of("name", "description", "inputSchema");

    private static final Set<String> SCHEMAS = Set.of("inputSchema", "outputSchema");

    /** Returns whether {@code shown} differs from the approved definition in every revision. */
    boolean isChanged(Json shown) {
        String shownText = CanonicalJson.of(shown).toString();
        return !approved.toString().equals(shownText)
                && Revision.newestFirst().stream()
                        .map(revision -> viewIn(shown, revision).toString())
                        .noneMatch(shownText::equals);
    }

    /** Returns whether {@code shown} contains the approved definition unchanged, with additional members. */
    boolean isExtended(Json shown) {
        return !new DefinitionChangeDetector(CanonicalJson.of(shown)).isChanged(approved);
    }

    /** Returns the approved definition in the revision in which it differs least from {@code shown}. */
    Json nearestView(Json shown) {
        return Revision.newestFirst().stream()
                .map(revision -> viewIn(shown, revision))
                .min(Comparator.comparingInt(
                        view -> DefinitionDiff.between(view, shown).changes().size()))
                .orElse(approved);
    }

    /** Returns the approved definition as a revision shows it, without members that {@code shown} lacks. */
    private Json viewIn(Json shown, Revision revision) {
        ToolSchemaFilter schemas = new ToolSchemaFilter(revision);
        JsonWriter out = new JsonWriter(approved.sizeInBytes()).beginObject();
        approved.members().forEach((name, value) -> {
            if (REQUIRED_MEMBERS.contains(name) || shown.get(name) != null) {
                out.name(name).value(SCHEMAS.contains(name) ? schemas.filter(value) : value);
            }
        });
        return out.endObject().toJson();
    }
}
