package dev.tenon.guard.content;

import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every text in a JSON value, changed by a function: strings and names of members. What is not changed stays the same object. */
@SuppressWarnings("ReferenceEquality")
record JsonTexts(Change change) {
    /** What becomes of a text. */
    @FunctionalInterface
    interface Change {
        /**
         * The text as it is to be.
         *
         * @param where the place: {@code content[0].text}; of a name, the place of its member
         * @param name whether it is the name of a member, which is left out when its new name is taken
         */
        String of(String text, String where, boolean name);
    }

    /** The value with its texts changed; the same value when none was. */
    static Json changed(Json value, Change change) {
        return new JsonTexts(change).value(value, "");
    }

    private Json value(Json value, String where) {
        return switch (value.kind()) {
            case STRING -> string(value, where);
            case ARRAY -> array(value, where);
            case OBJECT -> object(value, where);
            default -> value;
        };
    }

    private Json string(Json value, String where) {
        String text = String.valueOf(value.string());
        String changed = change.of(text, where, false);
        return changed.equals(text) ? value : Json.of(changed);
    }

    private Json array(Json array, String where) {
        List<Json> elements = array.elements();
        boolean same = true;
        List<Json> changed = new ArrayList<>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Json now = value(elements.get(i), where + "[" + i + "]");
            same &= now == elements.get(i);
            changed.add(now);
        }
        return same ? array : Json.of(changed);
    }

    private Json object(Json object, String where) {
        boolean same = true;
        Map<String, Json> members = new LinkedHashMap<>();
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
            String place = where.isEmpty() ? member.getKey() : where + "." + member.getKey();
            String name = change.of(member.getKey(), place, true);
            Json changed = value(member.getValue(), place);
            same &= changed == member.getValue() && name.equals(member.getKey());
            members.putIfAbsent(name, changed);
        }
        return same ? object : Json.of(members);
    }
}
