package dev.tenon.conformance;

import dev.tenon.json.Json;
import dev.tenon.schema.annotation.Description;

/** The forms for the user: records, and custom schemas for what a record cannot express. */
final class FormSchemas {
    /** The identity of a user. */
    record User(
            @Description("User's response") String username,
            @Description("User's email address") String email) {}

    /** A name. */
    record Name(String name) {}

    /** A confirmation. */
    record Confirmation(boolean ok) {}

    /** A color. */
    record Color(String color) {}

    /** An arbitrary value. */
    record Value(String value) {}

    /** Context for a prompt. */
    record Context(String context) {}

    /** A default for every primitive type (SEP-1034). */
    static final Json DEFAULTS = Json.parse("""
            {"type": "object",
             "properties": {
               "name": {"type": "string", "description": "User name", "default": "John Doe"},
               "age": {"type": "integer", "description": "User age", "default": 30},
               "score": {"type": "number", "description": "User score", "default": 95.5},
               "status": {"type": "string", "description": "User status",
                 "enum": ["active", "inactive", "pending"], "default": "active"},
               "verified": {"type": "boolean", "description": "Verification status", "default": true}}}""");

    /** Every kind of choice (SEP-1330). */
    static final Json CHOICES = Json.parse("""
            {"type": "object",
             "properties": {
               "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
               "titledSingle": {"type": "string", "oneOf": [
                 {"const": "value1", "title": "First Option"},
                 {"const": "value2", "title": "Second Option"},
                 {"const": "value3", "title": "Third Option"}]},
               "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                 "enumNames": ["Option One", "Option Two", "Option Three"]},
               "untitledMulti": {"type": "array", "items": {
                 "type": "string", "enum": ["option1", "option2", "option3"]}},
               "titledMulti": {"type": "array", "items": {"anyOf": [
                 {"const": "value1", "title": "First Choice"},
                 {"const": "value2", "title": "Second Choice"},
                 {"const": "value3", "title": "Third Choice"}]}}}}""");

    private FormSchemas() {}
}
