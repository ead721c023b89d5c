package dev.tenon.guard.internal.file;

import dev.tenon.json.Json;
import java.util.Collection;
import java.util.function.Consumer;

/** JSON for people and their tools: every number and text as it came, with blanks of ours. */
public final class JsonFormatter {
    private final StringBuilder out = new StringBuilder();
    private final String step;
    private final String colon;

    private JsonFormatter(String step, String colon) {
        this.step = step;
        this.colon = colon;
    }

    /**
     * The value in lines, one for each member, so that a difference of files shows what changed; with a line end at the
     * end.
     */
    public static String format(Json value) {
        return new JsonFormatter("  ", ": ").write(value, "\n") + "\n";
    }

    /** The value on one line, without blanks. */
    public static String formatCompact(Json value) {
        return new JsonFormatter("", ":").write(value, "");
    }

    private String write(Json value, String line) {
        writeValue(value, line);
        return out.toString();
    }

    private void writeValue(Json value, String line) {
        switch (value.kind()) {
            case OBJECT ->
                writeParts('{', value.members().entrySet(), '}', line, member -> {
                    out.append(Json.of(member.getKey())).append(colon);
                    writeValue(member.getValue(), line + step);
                });
            case ARRAY -> writeParts('[', value.elements(), ']', line, element -> writeValue(element, line + step));
            default -> out.append(value);
        }
    }

    private <T> void writeParts(char open, Collection<T> parts, char close, String line, Consumer<T> write) {
        char before = open;
        for (T part : parts) {
            out.append(before).append(line).append(step);
            write.accept(part);
            before = ',';
        }
        out.append(parts.isEmpty() ? String.valueOf(open) : line).append(close);
    }
}
