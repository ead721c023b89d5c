package dev.tenon.guard.internal.file;

import dev.tenon.json.Json;
import java.util.Collection;
import java.util.function.Consumer;

/** Formats JSON for people and tools: numbers and strings stay as written, only white space is added. */
public final class JsonFormatter {
    private final StringBuilder out = new StringBuilder();
    private final String indent;
    private final String colon;

    private JsonFormatter(String indent, String colon) {
        this.indent = indent;
        this.colon = colon;
    }

    /** Returns the value with one line per member, so that a diff shows what changed; ends with a line break. */
    public static String format(Json value) {
        return new JsonFormatter("  ", ": ").write(value, "\n") + "\n";
    }

    /** Returns the value on one line, without white space. */
    public static String formatWithoutWhiteSpace(Json value) {
        return new JsonFormatter("", ":").write(value, "");
    }

    private String write(Json value, String newline) {
        writeValue(value, newline);
        return out.toString();
    }

    private void writeValue(Json value, String newline) {
        switch (value.kind()) {
            case OBJECT ->
                writeParts('{', value.members().entrySet(), '}', newline, member -> {
                    out.append(Json.of(member.getKey())).append(colon);
                    writeValue(member.getValue(), newline + indent);
                });
            case ARRAY ->
                writeParts('[', value.elements(), ']', newline, element -> writeValue(element, newline + indent));
            default -> out.append(value);
        }
    }

    private <T> void writeParts(char open, Collection<T> parts, char close, String newline, Consumer<T> write) {
        char separator = open;
        for (T part : parts) {
            out.append(separator).append(newline).append(indent);
            write.accept(part);
            separator = ',';
        }
        out.append(parts.isEmpty() ? String.valueOf(open) : newline).append(close);
    }
}
