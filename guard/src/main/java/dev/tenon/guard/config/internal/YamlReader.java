package dev.tenon.guard.config.internal;

import dev.tenon.guard.config.ConfigException;
import dev.tenon.guard.config.ConfigProblem;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads the subset of YAML 1.2 (core schema) that a configuration needs: one document of mappings, lists and scalars.
 * Rejects aliases, anchors, tags and duplicate names.
 */
public final class YamlReader {
    private static final int MAX_CHARACTERS = 1 << 20;
    private static final int MAX_DEPTH = 30;
    private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
    private static final Pattern FRACTION = Pattern.compile("-?(0|[1-9][0-9]{0,17})\\.[0-9]{1,18}");

    private final String source;
    private final Iterator<Event> events;
    private int depth;

    private YamlReader(String source, Iterator<Event> events) {
        this.source = source;
        this.events = events;
    }

    /**
     * Parses the text of a file; an empty text is an empty mapping.
     *
     * @throws ConfigException if the text is not valid YAML of this subset
     */
    public static YamlNode read(String source, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(MAX_CHARACTERS)
                .setParseComments(false)
                .build();
        try {
            return new YamlReader(source, new ParserImpl(settings, new StreamReader(settings, text))).readDocument();
        } catch (MarkedYamlEngineException e) {
            throw invalidYamlError(source, lineOf(e.getProblemMark()), e.getProblem());
        } catch (YamlEngineException e) {
            throw invalidYamlError(source, 1, String.valueOf(e.getMessage()));
        }
    }

    private static ConfigException invalidYamlError(String source, int line, String problem) {
        String text = "invalid YAML: " + Excerpts.escapeInvisible(problem, 200);
        return new ConfigException(source, List.of(new ConfigProblem(line, text)));
    }

    private ConfigException errorAt(Event event, String message) {
        return new ConfigException(source, List.of(new ConfigProblem(lineOf(event.getStartMark()), message)));
    }

    private YamlNode readDocument() {
        Event event = events.next();
        while (event.getEventId() == Event.ID.StreamStart || event.getEventId() == Event.ID.DocumentStart) {
            event = events.next();
        }
        if (!(event instanceof NodeEvent)) {
            return new YamlNode.YamlMapping(1, Map.of());
        }
        YamlNode root = readValue(event);
        events.next();
        Event next = events.next();
        if (next.getEventId() == Event.ID.DocumentStart) {
            throw errorAt(next, "a second document begins here; a configuration is a single document");
        }
        return root;
    }

    private YamlNode readValue(Event event) {
        if (event.getEventId() == Event.ID.Alias) {
            throw errorAt(event, "aliases (*name) are not supported; write the value out");
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw errorAt(event, "anchors (&name) are not supported; write the value out where it is needed");
        }
        if (event instanceof ScalarEvent scalar) {
            return readScalar(scalar);
        }
        if (event instanceof CollectionStartEvent collection
                && collection.getTag().isPresent()) {
            throw errorAt(event, "tags (!name) are not supported");
        }
        if (++depth > MAX_DEPTH) {
            throw errorAt(event, "nests too deeply: at most " + MAX_DEPTH + " levels");
        }
        YamlNode read = event.getEventId() == Event.ID.MappingStart ? readMapping(event) : readSequence(event);
        depth--;
        return read;
    }

    private YamlNode readMapping(Event start) {
        Map<String, YamlNode.YamlField> entries = new LinkedHashMap<>();
        for (Event key = events.next(); key.getEventId() != Event.ID.MappingEnd; key = events.next()) {
            if (!(key instanceof ScalarEvent scalar)) {
                throw errorAt(key, "a name is expected here, such as \"upstreams:\"");
            }
            String name = scalar.getValue();
            YamlNode.YamlField first = entries.get(name);
            if (first != null) {
                String text = "\" is a duplicate; it is first defined on line " + first.line();
                throw errorAt(key, "\"" + Excerpts.escapeInvisible(name, 60) + text);
            }
            entries.put(name, new YamlNode.YamlField(lineOf(key.getStartMark()), readValue(events.next())));
        }
        return new YamlNode.YamlMapping(lineOf(start.getStartMark()), entries);
    }

    private YamlNode readSequence(Event start) {
        List<YamlNode> items = new ArrayList<>();
        for (Event item = events.next(); item.getEventId() != Event.ID.SequenceEnd; item = events.next()) {
            items.add(readValue(item));
        }
        return new YamlNode.YamlSequence(lineOf(start.getStartMark()), items);
    }

    private YamlNode readScalar(ScalarEvent scalar) {
        if (scalar.getTag().isPresent()) {
            throw errorAt(scalar, "tags (!name) are not supported");
        }
        String text = scalar.getValue();
        return new YamlNode.YamlScalar(
                lineOf(scalar.getStartMark()), text, scalar.isPlain() ? parsePlainScalar(text) : Json.of(text));
    }

    /**
     * Returns the value of a plain scalar in YAML's core schema, without its octal, hexadecimal and infinite numbers.
     */
    private static Json parsePlainScalar(String text) {
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> Json.NULL;
            case "true", "True", "TRUE" -> Json.of(true);
            case "false", "False", "FALSE" -> Json.of(false);
            default ->
                INTEGER.matcher(text).matches() || FRACTION.matcher(text).matches() ? Json.parse(text) : Json.of(text);
        };
    }

    private static int lineOf(Optional<Mark> mark) {
        return mark.map(Mark::getLine).orElse(0) + 1;
    }
}
