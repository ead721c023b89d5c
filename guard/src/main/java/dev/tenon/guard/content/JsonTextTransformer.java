package dev.tenon.guard.content;

import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Applies a function to every text in a JSON value: strings and names of members. Unchanged values keep their identity.
 */
@SuppressWarnings("ReferenceEquality")
record JsonTextTransformer(TextTransformation transformation) {
    /** Returns the new text for a text. */
    @FunctionalInterface
    interface TextTransformation {
        /**
         * Returns the new text.
         *
         * @param path the path, such as {@code content[0].text}; for a name, the path of its member
         * @param isName whether the text is the name of a member; a member whose new name already exists is removed
         */
        String transformText(String text, String path, boolean isName);
    }

    /** Returns the value with its texts changed; the same value if none changed. */
    static Json transform(Json value, TextTransformation change) {
        return new JsonTextTransformer(change).transformValue(value, "");
    }

    private Json transformValue(Json value, String path) {
        return switch (value.kind()) {
            case STRING -> transformString(value, path);
            case ARRAY -> transformArray(value, path);
            case OBJECT -> transformObject(value, path);
            default -> value;
        };
    }

    private Json transformString(Json value, String path) {
        String text = String.valueOf(value.string());
        String changed = transformation.transformText(text, path, false);
        return changed.equals(text) ? value : Json.of(changed);
    }

    private Json transformArray(Json array, String path) {
        List<Json> elements = array.elements();
        boolean same = true;
        List<Json> changed = new ArrayList<>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Json element = transformValue(elements.get(i), path + "[" + i + "]");
            same &= element == elements.get(i);
            changed.add(element);
        }
        return same ? array : Json.of(changed);
    }

    private Json transformObject(Json object, String path) {
        boolean same = true;
        Map<String, Json> members = new LinkedHashMap<>();
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
            String memberPath = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
            String name = transformation.transformText(member.getKey(), memberPath, true);
            Json changed = transformValue(member.getValue(), memberPath);
            same &= changed == member.getValue() && name.equals(member.getKey());
            members.putIfAbsent(name, changed);
        }
        return same ? object : Json.of(members);
    }
}
