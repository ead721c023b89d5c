package dev.tenon.guard.pin;

import dev.tenon.guard.internal.file.CanonicalJson;
import dev.tenon.guard.internal.file.JsonFormatter;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import dev.tenon.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Encodes lock files: sorted JSON, one line per member, identical for identical pins. */
final class PinLockCodec {
    static final int MAX_BYTES = 64 << 20;

    /** The maximum length of a tool name, in characters, as it is the name of a JSON member. */
    static final int MAX_NAME_CHARS = 4096;

    private static final int VERSION = 1;
    private static final JsonReader READER =
            new JsonReader(new JsonLimits(MAX_BYTES, 80, MAX_BYTES, 1000, MAX_NAME_CHARS, 1_000_000));

    private PinLockCodec() {}

    static byte[] encode(PinLock lock) {
        JsonWriter out = new JsonWriter().beginObject().name("version").value(VERSION);
        out.name("servers").beginObject();
        lock.servers().forEach((server, pins) -> {
            out.name(server).beginObject().name("tools").beginObject();
            pins.forEach((tool, pin) -> {
                out.name(tool).beginObject().fieldUnlessNull("sha256", pin.sha256());
                out.fieldUnlessNull("definition", pin.definition()).endObject();
            });
            out.endObject().endObject();
        });
        return JsonFormatter.format(out.endObject().endObject().toJson()).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Decodes a lock file.
     *
     * @throws PinFileException if it is not a lock file, has a later version, or a hash does not match its definition
     */
    static PinLock decode(byte[] text) {
        try {
            Json json = READER.read(text);
            Json version = json.get("version");
            if (!Json.of(VERSION).equals(version)) {
                throw new PinFileException(
                        "unsupported version " + version + "; this program supports version " + VERSION);
            }
            SortedMap<String, SortedMap<String, PinnedDefinition>> servers = new TreeMap<>();
            members(json.get("servers"), "servers")
                    .forEach((server, entry) -> servers.put(server, decodePins(server, entry)));
            return new PinLock(servers);
        } catch (JsonException e) {
            throw new PinFileException(e.getMessage(), e);
        }
    }

    private static SortedMap<String, PinnedDefinition> decodePins(String server, Json entry) {
        SortedMap<String, PinnedDefinition> pins = new TreeMap<>();
        members(entry.get("tools"), "servers." + server + ".tools")
                .forEach((tool, pin) -> pins.put(tool, decodePin(server + "." + tool, pin)));
        return pins;
    }

    private static PinnedDefinition decodePin(String place, Json entry) {
        Json definition = entry.get("definition");
        String recorded = entry.string("sha256");
        if (definition == null || recorded == null) {
            throw new PinFileException("tool " + place + " lacks sha256 or definition");
        }
        PinnedDefinition pin =
                new PinnedDefinition(recorded, CanonicalJson.of(definition).toDetached());
        if (!pin.sha256().equals(CanonicalJson.hash(pin.definition()))) {
            throw new PinFileException("the sha256 of tool " + place + " does not match its definition; it was edited");
        }
        return pin;
    }

    private static Map<String, Json> members(@Nullable Json object, String place) {
        if (object == null || !object.isObject()) {
            throw new PinFileException("missing or invalid object: " + place);
        }
        return object.members();
    }
}
