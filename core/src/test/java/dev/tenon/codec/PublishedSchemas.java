package dev.tenon.codec;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The JSON Schemas that the specification publishes, closed: objects with listed members reject all others. They are
 * not part of this project; see {@link #areAvailable()}.
 */
final class PublishedSchemas {
    private static final Path FOLDER = folder();
    private static final Set<String> OPEN = Set.of("_meta", "inputSchema", "outputSchema");
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private PublishedSchemas() {}

    static boolean areAvailable() {
        return Files.isDirectory(FOLDER);
    }

    static Path directory() {
        return FOLDER;
    }

    /** Returns the problems of an instance of a definition; empty if it is valid. */
    static String problems(Revision revision, String definition, Json instance) {
        return SCHEMAS.computeIfAbsent(revision + " " + definition, k -> load(revision, definition))
                .validate(instance.toString(), InputFormat.JSON)
                .toString();
    }

    private static Schema load(Revision revision, String definition) {
        try {
            byte[] text = Files.readAllBytes(FOLDER.resolve(revision.wireName() + ".json"));
            Json whole = new JsonReader(JsonLimits.DEFAULT).read(text);
            boolean old = whole.get("definitions") != null;
            String definitions = old ? "definitions" : "$defs";
            JsonWriter out = new JsonWriter().beginObject();
            out.name("$schema").value(whole.get("$schema").string());
            out.name("allOf").beginArray().beginObject();
            out.fieldUnlessNull("$ref", "#/" + definitions + "/" + definition)
                    .endObject()
                    .endArray();
            out.name(definitions);
            close(out, whole.get(definitions), "");
            SpecificationVersion version = old ? SpecificationVersion.DRAFT_7 : SpecificationVersion.DRAFT_2020_12;
            return SchemaRegistry.withDefaultDialect(version)
                    .getSchema(out.endObject().toJson().toString(), InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(JsonWriter out, Json node, String name) {
        if (node.kind() == JsonKind.ARRAY) {
            out.beginArray();
            node.elements().forEach(e -> close(out, e, ""));
            out.endArray();
        } else if (node.isObject()) {
            out.beginObject();
            boolean close = names(node) && !OPEN.contains(name) && !name.endsWith("MetaObject");
            node.members().forEach((key, value) -> {
                if (close && key.equals("properties") && name.equals("params")) {
                    params(out, value);
                } else if (!close || !key.equals("additionalProperties")) {
                    out.name(key);
                    close(out, value, key);
                }
            });
            if (close) {
                out.name("additionalProperties").value(false);
            }
            out.endObject();
        } else {
            out.value(node);
        }
    }

    /** Some old definitions of parameters lack {@code _meta}, which all parameters have. */
    private static void params(JsonWriter out, Json properties) {
        out.name("properties").beginObject();
        properties.members().forEach((key, value) -> {
            out.name(key);
            close(out, value, key);
        });
        if (properties.get("_meta") == null) {
            out.name("_meta").beginObject().endObject();
        }
        out.endObject();
    }

    private static boolean names(Json node) {
        Json type = node.get("type");
        Json properties = node.get("properties");
        Json more = node.get("additionalProperties");
        if (more != null && Boolean.TRUE.equals(more.bool())) {
            return false;
        }
        return type != null && "object".equals(type.string()) && properties != null && properties.isObject();
    }

    private static Path folder() {
        Path module = Path.of("").toAbsolutePath();
        Path project = Files.isDirectory(module.resolve("core")) ? module : module.getParent();
        return project.resolveSibling("shared/spec/schema").normalize();
    }
}
