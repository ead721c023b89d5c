package dev.tenon.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/** One pass over untrusted bytes: syntax by the library's tokenizer, limits and duplicate names by ours. */
final class JsonScan {
    /** The library's own bounds are set out of the way: ours decide, so that every refusal says the same thing. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final int MAX_EXPONENT_DIGITS = 4;

    private final byte[] bytes;
    private final JsonLimits limits;
    private int depth = 0;
    private int[] counts = new int[8];
    private @Nullable Names[] names = new Names[8];
    private @Nullable String duplicate;

    JsonScan(byte[] bytes, JsonLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
    }

    /** Reads to the end; returns the first member name that occurs twice in one object, if any. */
    @Nullable String run() {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes, 0, bytes.length)) {
            if (parser.nextToken() == null) {
                throw JsonReader.malformed("empty");
            }
            do {
                token(parser);
            } while (parser.nextToken() != null);
            if (counts[0] > 1) {
                throw JsonReader.malformed("more than one document");
            }
            return duplicate;
        } catch (StreamConstraintsException e) {
            throw JsonReader.limit("Too large for this server", TopLevelScalars.NONE);
        } catch (StreamReadException e) {
            throw JsonReader.malformed(whereOf(e));
        }
    }

    private static String whereOf(StreamReadException e) {
        long offset = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
        return offset < 0 ? "syntax error" : "syntax error near byte " + offset;
    }

    private void token(JsonParser parser) {
        JsonToken token = parser.currentToken();
        switch (token) {
            case START_OBJECT, START_ARRAY -> {
                count(parser);
                open(parser, token == JsonToken.START_OBJECT);
            }
            case END_OBJECT, END_ARRAY -> depth--;
            case PROPERTY_NAME -> name(parser);
            case VALUE_STRING -> {
                count(parser);
                string(parser);
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                count(parser);
                number(parser);
            }
            default -> count(parser);
        }
    }

    /** Counts a value in its container; at the root, a second value is a second document. */
    private void count(JsonParser parser) {
        if (++counts[depth] > limits.members() && depth > 0) {
            throw limit(parser, "More than " + limits.members() + " members or elements in one container");
        }
    }

    private void open(JsonParser parser, boolean object) {
        if (++depth > limits.depth()) {
            throw limit(parser, "Nested deeper than " + limits.depth() + " levels");
        }
        if (depth == counts.length) {
            counts = java.util.Arrays.copyOf(counts, depth * 2);
            names = java.util.Arrays.copyOf(names, depth * 2);
        }
        counts[depth] = 0;
        Names level = names[depth];
        if (object && level != null) {
            level.clear();
        }
    }

    private void name(JsonParser parser) {
        String name = parser.currentName();
        if (name.length() > limits.nameChars()) {
            throw limit(parser, "Member name longer than " + limits.nameChars() + " characters");
        }
        Names level = names[depth];
        if (level == null) {
            level = new Names();
            names[depth] = level;
        }
        if (!level.add(name) && duplicate == null) {
            duplicate = name;
        }
    }

    private void string(JsonParser parser) {
        if (bytes.length <= limits.stringBytes()) {
            return;
        }
        long start = parser.currentTokenLocation().getByteOffset();
        parser.finishToken();
        if (parser.currentLocation().getByteOffset() - start - 2 > limits.stringBytes()) {
            throw limit(parser, "String longer than " + limits.stringBytes() + " bytes");
        }
    }

    private void number(JsonParser parser) {
        if (parser.getStringLength() > limits.numberDigits()) {
            throw limit(parser, "Number longer than " + limits.numberDigits() + " characters");
        }
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT && exponentDigits(parser) > MAX_EXPONENT_DIGITS) {
            throw limit(parser, "Number with an exponent beyond 9999");
        }
    }

    /** Arithmetic on 1e999999999 would cost gigabytes; significant exponent digits are counted from the text. */
    private static int exponentDigits(JsonParser parser) {
        String text = parser.getString();
        int e = Math.max(text.indexOf('e'), text.indexOf('E'));
        if (e < 0) {
            return 0;
        }
        int i = e + 1;
        while (i < text.length() && "+-0".indexOf(text.charAt(i)) >= 0) {
            i++;
        }
        return text.length() - i;
    }

    private JsonException limit(JsonParser parser, String message) {
        int readTo = (int) parser.currentTokenLocation().getByteOffset();
        return JsonReader.limit(message, TopLevelScalars.before(readTo, bytes));
    }
}
