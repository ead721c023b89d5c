package dev.tenon.guard.file;

import dev.tenon.json.Json;
import java.util.Collection;
import java.util.function.Consumer;

/** JSON for people and their tools: every number and text as it came, with blanks of ours. */
public final class PrettyJson {
    private final StringBuilder out = new StringBuilder();
    private final String step;
    private final String colon;

    private PrettyJson(String step, String colon) {
        this.step = step;
        this.colon = colon;
    }

    /** The value in lines, one for each member, so that a difference of files shows what changed; with a line end at the end. */
    public static String of(Json value) {
        return new PrettyJson("  ", ": ").written(value, "\n") + "\n";
    }

    /** The value on one line, without blanks. */
    public static String compact(Json value) {
        return new PrettyJson("", ":").written(value, "");
    }

    private String written(Json value, String line) {
        value(value, line);
        return out.toString();
    }

    private void value(Json value, String line) {
        switch (value.kind()) {
            case OBJECT ->
                all('{', value.members().entrySet(), '}', line, member -> {
                    out.append(Json.of(member.getKey())).append(colon);
                    value(member.getValue(), line + step);
                });
            case ARRAY -> all('[', value.elements(), ']', line, element -> value(element, line + step));
            default -> out.append(value);
        }
    }

    private <T> void all(char open, Collection<T> parts, char close, String line, Consumer<T> write) {
        char before = open;
        for (T part : parts) {
            out.append(before).append(line).append(step);
            write.accept(part);
            before = ',';
        }
        out.append(parts.isEmpty() ? String.valueOf(open) : line).append(close);
    }
}
