package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result of a request that lists definitions: {@code tools/list} and its like. */
public final class Listing {
    private final Json result;
    private final String member;
    private final String naming;

    private Listing(Json result, String member, String naming) {
        this.result = result;
        this.member = member;
        this.naming = naming;
    }

    /** Whether a definition stays, and where in the result it is. */
    @FunctionalInterface
    public interface Keeping {
        /** Whether it stays. */
        boolean stays(Json definition, String where);
    }

    /** The list in a passage, when it is a list of such things. */
    public static Optional<Listing> of(Subject subject, Passage passage) {
        if (passage.part() != Part.RESULT) {
            return Optional.empty();
        }
        Listing listing =
                switch (passage.method()) {
                    case "tools/list" -> subject == Subject.TOOL ? new Listing(passage.body(), "tools", "name") : null;
                    case "prompts/list" ->
                        subject == Subject.PROMPT ? new Listing(passage.body(), "prompts", "name") : null;
                    case "resources/list" ->
                        subject == Subject.RESOURCE ? new Listing(passage.body(), "resources", "uri") : null;
                    case "resources/templates/list" ->
                        subject == Subject.RESOURCE
                                ? new Listing(passage.body(), "resourceTemplates", "uriTemplate")
                                : null;
                    default -> null;
                };
        return Optional.ofNullable(listing);
    }

    /** The definitions in their order; empty when the result has none. */
    public List<Json> definitions() {
        Json list = result.get(member);
        return list == null ? List.of() : list.elements();
    }

    /** Whether no page comes after this one. */
    public boolean isLast() {
        Json cursor = result.get("nextCursor");
        return cursor == null || cursor.isNull();
    }

    /** What a definition is called: its name, URI or template. */
    public @Nullable String nameOf(Json definition) {
        return definition.string(naming);
    }

    /** The place of a definition in the result: {@code tools[2]}. */
    public String placeOf(int index) {
        return member + "[" + index + "]";
    }

    /** The result with only those definitions that stay. Everything else in it is as it came. */
    public Json keep(Keeping keeping) {
        List<Json> all = definitions();
        List<Json> kept = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            if (keeping.stays(all.get(i), placeOf(i))) {
                kept.add(all.get(i));
            }
        }
        return kept.size() == all.size() ? result : Members.with(result, Map.of(member, Members.array(kept)));
    }
}
