package dev.tenon.guard.file;

import dev.tenon.json.Json;
import java.util.Iterator;
import java.util.Map;

/** JSON for people and their tools: a line for each member, so that a difference of files shows what changed. */
public final class PrettyJson {
    private static final String STEP = "  ";

    private final StringBuilder out = new StringBuilder();

    private PrettyJson() {}

    /** The value on lines of its own, with a line end at the end. */
    public static String of(Json value) {
        PrettyJson text = new PrettyJson();
        text.value(value, "\n");
        return text.out.append('\n').toString();
    }

    private void value(Json value, String line) {
        switch (value.kind()) {
            case OBJECT -> object(value.members(), line);
            case ARRAY -> array(value.elements().iterator(), line);
            default -> out.append(value);
        }
    }

    private void object(Map<String, Json> members, String line) {
        if (members.isEmpty()) {
            out.append("{}");
            return;
        }
        String open = "{";
        for (Map.Entry<String, Json> member : members.entrySet()) {
            out.append(open)
                    .append(line)
                    .append(STEP)
                    .append(Json.of(member.getKey()))
                    .append(": ");
            value(member.getValue(), line + STEP);
            open = ",";
        }
        out.append(line).append('}');
    }

    private void array(Iterator<Json> elements, String line) {
        if (!elements.hasNext()) {
            out.append("[]");
            return;
        }
        String open = "[";
        while (elements.hasNext()) {
            out.append(open).append(line).append(STEP);
            value(elements.next(), line + STEP);
            open = ",";
        }
        out.append(line).append(']');
    }
}
