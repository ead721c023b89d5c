package dev.tenon.guard.content;

import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every text in a JSON value, changed by a function: strings and names of members. What is not changed stays the same
 * object.
 */
@SuppressWarnings("ReferenceEquality")
record JsonTextTransformer(TextTransformation transformation) {
    /** What becomes of a text. */
    @FunctionalInterface
    interface TextTransformation {
        /**
         * The text as it is to be.
         *
         * @param where the place: {@code content[0].text}; of a name, the place of its member
         * @param name whether it is the name of a member, which is left out when its new name is taken
         */
        String transformText(String text, String where, boolean name);
    }

    /** The value with its texts changed; the same value when none was. */
    static Json transform(Json value, TextTransformation change) {
        return new JsonTextTransformer(change).transformValue(value, "");
    }

    private Json transformValue(Json value, String where) {
        return switch (value.kind()) {
            case STRING -> transformString(value, where);
            case ARRAY -> transformArray(value, where);
            case OBJECT -> transformObject(value, where);
            default -> value;
        };
    }

    private Json transformString(Json value, String where) {
        String text = String.valueOf(value.string());
        String changed = transformation.transformText(text, where, false);
        return changed.equals(text) ? value : Json.of(changed);
    }

    private Json transformArray(Json array, String where) {
        List<Json> elements = array.elements();
        boolean same = true;
        List<Json> changed = new ArrayList<>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Json now = transformValue(elements.get(i), where + "[" + i + "]");
            same &= now == elements.get(i);
            changed.add(now);
        }
        return same ? array : Json.of(changed);
    }

    private Json transformObject(Json object, String where) {
        boolean same = true;
        Map<String, Json> members = new LinkedHashMap<>();
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
            String place = where.isEmpty() ? member.getKey() : where + "." + member.getKey();
            String name = transformation.transformText(member.getKey(), place, true);
            Json changed = transformValue(member.getValue(), place);
            same &= changed == member.getValue() && name.equals(member.getKey());
            members.putIfAbsent(name, changed);
        }
        return same ? object : Json.of(members);
    }
}
