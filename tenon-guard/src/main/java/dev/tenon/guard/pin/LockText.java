package dev.tenon.guard.pin;

import dev.tenon.guard.file.Canonical;
import dev.tenon.guard.file.PrettyJson;
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

/** The text of a lock file: JSON, sorted, a line for each member, the same for the same pins. */
final class LockText {
    static final int MOST_BYTES = 64 << 20;

    /** The longest name of a tool, in characters: it is the name of a member. */
    static final int MOST_NAME_CHARS = 4096;

    private static final int VERSION = 1;
    private static final JsonReader READER =
            new JsonReader(new JsonLimits(MOST_BYTES, 80, MOST_BYTES, 1000, MOST_NAME_CHARS, 1_000_000));

    private LockText() {}

    static byte[] of(Lock lock) {
        JsonWriter out = new JsonWriter().object().name("version").value(VERSION);
        out.name("servers").object();
        lock.servers().forEach((server, pins) -> {
            out.name(server).object().name("tools").object();
            pins.forEach((tool, pin) -> out.name(tool)
                    .object()
                    .field("sha256", pin.sha256())
                    .field("definition", pin.definition())
                    .endObject());
            out.endObject().endObject();
        });
        return PrettyJson.of(out.endObject().endObject().toJson()).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads it.
     *
     * @throws LockException when it is none, is of a later version, or a hash does not fit its definition
     */
    static Lock read(byte[] text) {
        try {
            Json json = READER.read(text);
            Json version = json.get("version");
            if (version == null || !version.equals(Json.of(VERSION))) {
                throw new LockException(
                        "version " + version + " is unknown here; this program reads version " + VERSION);
            }
            SortedMap<String, SortedMap<String, Pin>> servers = new TreeMap<>();
            members(json.get("servers"), "servers")
                    .forEach((server, entry) -> servers.put(server, pins(server, entry)));
            return new Lock(servers);
        } catch (JsonException e) {
            throw new LockException(e.getMessage(), e);
        }
    }

    private static SortedMap<String, Pin> pins(String server, Json entry) {
        SortedMap<String, Pin> pins = new TreeMap<>();
        members(entry.get("tools"), "servers." + server + ".tools")
                .forEach((tool, pin) -> pins.put(tool, pin(server + "." + tool, pin)));
        return pins;
    }

    private static Pin pin(String place, Json entry) {
        Json definition = entry.get("definition");
        Json hash = entry.get("sha256");
        if (definition == null || hash == null || hash.string() == null) {
            throw new LockException("the tool " + place + " lacks its sha256 or its definition");
        }
        Pin pin =
                new Pin(String.valueOf(hash.string()), Canonical.of(definition).detached());
        if (!pin.sha256().equals(Canonical.hash(pin.definition()))) {
            throw new LockException(
                    "the hash of the tool " + place + " does not fit its definition: it was changed by hand");
        }
        return pin;
    }

    private static Map<String, Json> members(@Nullable Json object, String place) {
        if (object == null || !object.isObject()) {
            throw new LockException("there is no object " + place);
        }
        return object.members();
    }
}
